export async function pack(_folder: string | undefined): Promise<void> {}
