/** The player before its script has run, and what it says where scripts are off. */
export function playerBody(): string {
  return `<h1>The turn player</h1>
<noscript>
<p>The player needs scripts. With them, this page lets you choose a chapter and a scenario, and step through what was recorded
when the chapter ran it. For each event it shows:</p>
<ul>
<li><b>Wire</b>: the request that was sent, or what arrived of the answer, since the event before.</li>
<li><b>Code</b>: the chapter's file, with the line that emitted the event.</li>
<li><b>State</b>: the state after the event, with what has changed.</li>
<li><b>Screen</b>: the terminal as it stands.</li>
</ul>
<p>In a terminal, <code>npx one-turn trace 03 --scenario run-command --wire</code> prints the same events, and what went over the wire
between them.</p>
</noscript>
<div id="player" class="player"></div>`;
}
