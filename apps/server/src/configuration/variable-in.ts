/**
 * The value of a variable that a file names in the place of a secret.
 *
 * @throws Error with a sentence for a text that names none, and for one that is not set
 */
export function variableIn(text: unknown, where: string, environment: NodeJS.ProcessEnv): string {
  const variable = typeof text === 'string' ? /^\$(\w+)$/.exec(text)?.[1] : undefined;
  if (variable === undefined) throw new Error(`${where} must be the name of a variable: "$VARIABLE".`);
  const value = environment[variable]?.trim();
  if (!value) throw new Error(`${where}: the variable ${variable} is not set.`);
  return value;
}
