import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Ends this process, as kill -9 does, before or after its STOP_AT-th change below chapters/.
const [when, count] = (process.env.STOP_AT ?? "").split(" ");
let changes = 0;

for (const name of ["rename", "rm"]) {
  const original = fs.promises[name];
  fs.promises[name] = async (...paths) => {
    const isChange = /[\\/]chapters[\\/]/.test(name === "rename" ? paths[1] : paths[0]);
    if (isChange) changes += 1;
    const isTheOne = isChange && changes === Number(count);
    if (isTheOne && when === "before") process.kill(process.pid, "SIGKILL");
    await original(...paths);
    if (isTheOne && when === "after") process.kill(process.pid, "SIGKILL");
  };
}
syncBuiltinESMExports();
