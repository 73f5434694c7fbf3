/** The facts about the user that a sign-in returns. */
export interface UserSession {
  readonly id: number;
  readonly username: string;
  readonly role: number;
}
