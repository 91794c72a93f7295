/** Text that is HTML already. Everything else is escaped where it enters a template. */
export type Html = { readonly html: string };

type Value = Html | string | number | false | undefined | readonly Value[];

/** A template of HTML: what is put in is escaped unless it is Html itself; lists are joined. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const text = parts.map(
    (part, index) => part + (index < values.length ? show(values[index]) : ""),
  );
  return { html: text.join("") };
}

/** HTML that other code of ours has made. */
export function trusted(text: string): Html {
  return { html: text };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function show(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return "html" in value ? value.html : value.map(show).join("");
}
