import { describe, expect, it } from "vitest";
import { answerQuestion, readAnswer } from "../../chapters/14-approvals/answer-question.ts";
import { type SentText, sentText } from "../../chapters/14-approvals/sent-text.ts";
import type { QuestionItem } from "../../chapters/14-approvals/state/tui-state.ts";
import { type Answerer, asks, runs, withSession } from "./asked.ts";

const first: QuestionItem = {
  kind: "question",
  callId: "c1",
  name: "n",
  subject: "s",
  preview: "",
};
const second: QuestionItem = { ...first, callId: "c2" };

type Step = (sent: SentText) => void;
const types =
  (question?: QuestionItem): Step =>
  (sent) =>
    sent.ask(question, true);
const sees =
  (question?: QuestionItem): Step =>
  (sent) =>
    sent.ask(question, false);
const sends =
  (text: string): Step =>
  (sent) =>
    sent.send(text);
const misses =
  (question?: QuestionItem): Step =>
  (sent) =>
    sent.ask(question, false, false);
const clears: Step = (sent) => sent.clear();

describe("a text that is sent", () => {
  const rows: [what: string, steps: Step[], lines: string[], answers: string[]][] = [
    ["is a line while nothing is asked", [sends("y")], ["y"], []],
    ["is the answer while something is asked", [sees(first), sends("y")], [], ["c1 y"]],
    ["is a line when it was begun before", [types(first), sends("y")], ["y"], []],
    [
      "and what is typed then is the answer",
      [types(first), sends("abc"), sends("y")],
      ["abc"],
      ["c1 y"],
    ],
    ["also when what was begun is thrown away", [types(first), clears, sends("y")], [], ["c1 y"]],
    [
      "is begun before the question, and not before each event that comes meanwhile",
      [sees(first), types(first), types(first), sends("y")],
      ...([[], ["c1 y"]] as [string[], string[]]),
    ],
    [
      "stays begun, whatever comes meanwhile",
      [types(first), sees(first), sends("y")],
      ...([["y"], []] as [string[], string[]]),
    ],
    [
      "was typed for the first question, and is no answer to the second",
      [sees(first), types(first), types(undefined), types(second), sends("y")],
      ...([["y"], []] as [string[], string[]]),
    ],
    [
      "answers each question",
      [sees(first), sends("y"), sees(), sees(second), sends("n")],
      [],
      ["c1 y", "c2 n"],
    ],
    [
      "is a line again behind the answer",
      [sees(first), sends("y"), sees(), sends("y")],
      ["y"],
      ["c1 y"],
    ],
    ["may take two attempts", [sees(first), sends("what?"), sends("y")], [], ["c1 what?", "c1 y"]],
    ["is not taken while the question is out of sight", [misses(first), sends("y")], [], []],
    [
      "is the answer when the question has come into sight",
      [misses(first), sends("y"), types(first), sends("y")],
      ...([[], ["c1 y"]] as [string[], string[]]),
    ],
    [
      "is the answer also when what was read is out of sight again",
      [sees(first), misses(first), sends("y")],
      ...([[], ["c1 y"]] as [string[], string[]]),
    ],
    [
      "was begun before the question, and is a line also when that is out of sight",
      [(sent) => sent.ask(first, true, false), sends("y")],
      ...([["y"], []] as [string[], string[]]),
    ],
    ["is no line any more behind the end", [(sent) => sent.end(), sends("y")], [], []],
  ];

  it.each(rows)("%s", async (_what, steps, lines, answers) => {
    const sent = sentText(0);
    for (const step of steps) step(sent);
    sent.end();
    expect([await read(sent.lines), await readAnswers(sent)]).toEqual([lines, answers]);
  });
});

it("is a line when it was on its way before the question could be read", async () => {
  const sent = sentText(60_000);
  sent.ask(first, false);
  sent.send("y");
  sent.end();
  expect([await read(sent.lines), await read(sent.answers)]).toEqual([["y"], []]);
});

it("is not taken when the question was in sight for too short a time, and is not any more", async () => {
  const sent = sentText(60_000);
  sent.ask(first, false);
  sent.ask(first, false, false);
  expect(sent.send("y")).toBe(false);
  sent.end();
  expect([await read(sent.lines), await read(sent.answers)]).toEqual([[], []]);
});

describe("several texts that are sent at once", () => {
  it("answer the question that was there, and none that comes then", async () => {
    const scenario = asks(runs("c1", "echo 1"), runs("c2", "echo 2"));
    const sent = sentText(0);
    await withSession(
      scenario,
      () => undefined,
      async ({ session, run }) => {
        const host = { session: () => session, say: () => {} };
        const passAnswers = async () => {
          for await (const { callId, text } of sent.answers) {
            answerQuestion(callId, text, host as never);
          }
        };
        void passAnswers();
        session.subscribe((event) => {
          if (event.type === "approval.resolved") sent.ask(undefined, false);
          if (event.type !== "approval.requested") return;
          const { callId, name, subject, preview } = event;
          sent.ask({ kind: "question", callId, name, subject, preview }, false);
          if (callId === "c1") for (const text of ["n one", "n two", "y"]) sent.send(text);
          else setTimeout(() => session.dispatch({ type: "cancel" }), 50);
        });
        expect((await run("go")).filter((each) => /^approval\.resolved/.test(each))).toEqual([
          "approval.resolved c1 run_command deny one",
          "approval.resolved c2 run_command cancelled",
        ]);
      },
    );
  });
});

describe("an answer that is passed on", () => {
  const passed: [what: string, callId: string, text: string, said: string[], resolved: string][] = [
    ["is the open question's", "c2", "y", [], "once"],
    [
      ...(["was typed for a call that has ended", "c1", "y"] as const),
      ...([["Too late, and not taken: y"], "cancelled"] as [string[], string]),
    ],
    [
      ...(["is none", "c2", "why?"] as const),
      ...([["Answer with y, with s, or with n and a reason."], "cancelled"] as [string[], string]),
    ],
    [
      ...(["is a command", "c2", "/phase plan"] as const),
      ["A question is open, and commands wait. Answer it, then send the command again."],
      "cancelled",
    ],
  ];

  it.each(passed)("%s", async (_what, callId, text, said, resolved) => {
    const heard: string[] = [];
    const decide: Answerer = (question, session) => {
      if (question.callId === "c1") return { decision: "deny" };
      const host = { session: () => session, say: (each: string) => heard.push(each) };
      answerQuestion(callId, text, host as never);
      setTimeout(() => session.dispatch({ type: "cancel" }), 20);
      return undefined;
    };
    await withSession(asks(runs("c1", "exit"), runs("c2", "exit")), decide, async ({ run }) => {
      const lines = await run("go");
      expect(lines.filter((each) => /^approval\.resolved/.test(each))).toEqual([
        "approval.resolved c1 run_command deny",
        `approval.resolved c2 run_command ${resolved}`,
      ]);
      expect(heard).toEqual(said);
    });
  });
});

describe("an answer", () => {
  const rows: [text: string, answer: ReturnType<typeof readAnswer>][] = [
    ["y", { decision: "once" }],
    [" YES ", { decision: "once" }],
    ["s", { decision: "session" }],
    ["session", { decision: "session" }],
    ["n", { decision: "deny" }],
    ["No", { decision: "deny" }],
    ["n because it is mine", { decision: "deny", reason: "because it is mine" }],
    ["n  two\nlines ", { decision: "deny", reason: "two\nlines" }],
    // whoever says more than yes has said something else
    ["y but not now", undefined],
    ["s y", undefined],
    ["yy", undefined],
    ["yn", undefined],
    ["no.", undefined],
    ["once", undefined],
    ["", undefined],
    ["  ", undefined],
    ["ｙ", undefined],
    ["y\u200b", undefined],
    ["/exit", undefined],
  ];

  it.each(rows)("%j", (text, answer) => {
    expect(readAnswer(text)).toEqual(answer);
  });
});

async function readAnswers({ answers }: SentText): Promise<string[]> {
  const read: string[] = [];
  for await (const { callId, text } of answers) read.push(`${callId} ${text}`);
  return read;
}

async function read(stream: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of stream) texts.push(text);
  return texts;
}
