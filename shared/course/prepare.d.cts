/** A sentence when the version is outside the range, which is made of ^a.b.c and >=a.b.c joined by "||". */
export function nodeProblem(version: string, range: string): string | undefined;
