import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What the compiler says of a folder of the workshop, in its own words; "" when it has nothing to say. */
export function typeCheck(root: string, folder: string, colors: boolean): Promise<string> {
  const settings = join(root, ".one-turn", "workshop");
  const file = join(settings, `${folder}.json`);
  mkdirSync(settings, { recursive: true });
  writeFileSync(file, JSON.stringify(project(folder)));
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const look = ["--pretty", String(colors)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, "-p", file, ...look], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    // the tests take longer: theirs is the first place
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      const text = said.trimEnd();
      resolve(code === 0 ? "" : text || `The compiler ended with code ${code}.`);
    });
  });
}

/** The first few of many errors, and how many there are. */
export function shorten(said: string, most: number): string {
  const lines = said.split("\n");
  const starts = lines.flatMap((line, index) =>
    / error .*TS\d+: /.test(stripVTControlCharacters(line)) ? [index] : [],
  );
  const cut = starts[most];
  if (cut === undefined) return said;
  return `${lines.slice(0, cut).join("\n").trimEnd()}\n… and ${starts.length - most} more`;
}

/** As the repository is checked, but for what is a matter of style, or not finished yet. */
function project(folder: string) {
  return {
    extends: "../../tsconfig.json",
    compilerOptions: {
      ...{ noUnusedLocals: false, noUnusedParameters: false, noImplicitReturns: false },
      ...{ incremental: true, tsBuildInfoFile: `./${folder}.tsbuildinfo` },
    },
    include: [`../../workshop/${folder}`],
    exclude: [],
  };
}
