const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For the text of an element and for an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}
