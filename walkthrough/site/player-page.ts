/** The player before its script has run. */
export function playerBody(): string {
  return "<h1>The turn player</h1><p>The player needs scripts.</p>";
}
