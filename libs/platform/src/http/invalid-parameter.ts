/**
 * Validator option for fields whose mistakes are answered by the plain "invalid parameter", without naming the field:
 * `@IsInt(plainRefusal)`. A function, because an empty text would bring the validator's own sentence back.
 */
export const plainRefusal = { message: (): string => '' } as const;
