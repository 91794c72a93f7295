import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Ends this process, as kill -9 does, before or after the given change of its kind below workshop/.
const [when, kind, count] = (process.env.STOP_AT ?? "").split(" ");
let changes = 0;

const original = fs[kind];
fs[kind] = (...args) => {
  const isChange = args.some(
    (arg) =>
      typeof arg === "string" && /[\\/]workshop([\\/]|$)/.test(arg) && !arg.includes("shared"),
  );
  if (isChange) changes += 1;
  const isTheOne = isChange && changes === Number(count);
  if (isTheOne && when === "before") process.kill(process.pid, "SIGKILL");
  const result = original(...args);
  if (isTheOne && when === "after") process.kill(process.pid, "SIGKILL");
  return result;
};
syncBuiltinESMExports();
