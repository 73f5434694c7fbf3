/** What signing in tells about the person. */
export interface UserSession {
  readonly id: number;
  readonly username: string;
  readonly role: number;
}
