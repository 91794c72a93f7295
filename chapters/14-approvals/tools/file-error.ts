const reasons: Record<string, string> = {
  ENOENT: "does not exist. List its folder to see what is there.",
  ENOTDIR: "is not a folder, or leads through a file. List its folder to see what is there.",
  EACCES: "may not be read: permission denied. Leave it, or ask the user.",
  EPERM: "may not be read: permission denied. Leave it, or ask the user.",
  ELOOP: "is a link that leads back to itself. Leave it, or ask the user.",
  ENXIO: "is a socket or a device, not a regular file. Leave it.",
  EOPNOTSUPP: "is a socket or a device, not a regular file. Leave it.",
};

/** A failed file operation as a sentence for the model; `path` as the model wrote it. */
export function fileError(path: string, error: unknown): Error {
  const code = errorCode(error);
  const reason = reasons[code] ?? `cannot be read (${code}). Try another path.`;
  return new Error(`${JSON.stringify(path)} ${reason}`, { cause: error });
}

/** The system's code, like ENOENT, also of a sentence made by `fileError`. */
export function errorCode(error: unknown): string {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause ? errorCode(cause) : String(error));
}
