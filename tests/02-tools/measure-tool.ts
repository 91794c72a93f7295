import { pathToFileURL } from "node:url";

/**
 * Run as a program of its own: calls one tool once and prints what it answered, by how much its memory
 * rose above idle, and how often a timer of 10 ms came through meanwhile.
 */
const [file = "", factory = "", workspaceRoot = "", args = "{}"] = process.argv.slice(2);
const tool = (await import(pathToFileURL(file).href))[factory](workspaceRoot);

const idle = process.memoryUsage.rss();
let peak = idle;
let beats = 0;
const pulse = setInterval(() => {
  beats++;
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const answer = await tool
  .call(JSON.parse(args))
  .catch((error: Error) => ({ output: error.message }));
clearInterval(pulse);
console.log(JSON.stringify({ output: answer.output, megabytes: (peak - idle) / 1e6, beats }));
