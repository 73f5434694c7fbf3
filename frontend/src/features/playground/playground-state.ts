import { type ChatSession, type PlaygroundSettings } from './conversation';

export interface PlaygroundState {
  /** The id of the user who owns these conversations; 0 for none. */
  readonly ownerId: number;
  /** The sessions, newest first. */
  readonly sessions: readonly ChatSession[];
  /** The id of the shown session; empty when there is none. */
  readonly currentId: string;
  readonly settings: PlaygroundSettings;
}
