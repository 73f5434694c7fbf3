/** The members of an object as JSON, without its braces. */
export function membersText(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** An object as JSON, with a further member that is JSON already. */
export function objectText(object: object, member: string): string {
  return `{${membersText(object)},${member}}`;
}
