/** The npm that started us. Under npx, and under other package managers, the path names another program. */
export function npmCommand(
  execPath: string | undefined,
  platform: NodeJS.Platform,
): { file: string; args: string[]; shell: boolean };
