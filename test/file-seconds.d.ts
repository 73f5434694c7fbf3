/** @returns how long a spec file takes in a whole run, in seconds */
export function secondsOf(path: string): number;
/** @returns the files of each part: the longest are dealt first, each to the part that has least */
export function dealFiles(paths: readonly string[], parts: number): readonly (readonly string[])[];
