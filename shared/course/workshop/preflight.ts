export async function preflight(): Promise<void> {}
