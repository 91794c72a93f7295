"use strict";

module.exports = { build };

/**
 * The files of a bundle, as they are to stand in `folder`, and the sources that went into it. Writes nothing.
 * What `external` names, by absolute paths with "*", stays an import.
 */
function build(root, entry, folder, external = []) {
  const { metafile, outputFiles } = buildOrExplain({
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: "main" }],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true, // what a program imports only when it is needed stays so
    packages: "external",
    external,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    sourcemap: "inline",
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: "silent",
    banner: { js: /^(?:shared|tests|walkthrough)\//.test(entry) ? requireForCommonJs : "" },
  });
  const files = outputFiles.map(({ path, contents }) => ({
    name: path.slice(folder.length + 1),
    contents,
  }));
  return { files, inputs: Object.keys(metafile.inputs).sort() };
}

/** The course and its measures bring in .cjs files; a chapter has none, and gets nothing that it did not write. */
const requireForCommonJs =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

function buildOrExplain(options) {
  try {
    return require("esbuild").buildSync(options);
  } catch (error) {
    if (!error.errors?.length) throw error;
    const more = error.errors.length - 1;
    throw new Error(`${explain(error.errors[0])}${more ? ` (and ${more} more)` : ""}`);
  }
}

function explain({ location, text }) {
  return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
}
