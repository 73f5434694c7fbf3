import { type ChatSession, type PlaygroundSettings } from './conversation';

export interface PlaygroundState {
  /** Whose conversations these are; 0 for nobody's. */
  readonly ownerId: number;
  /** Newest first. */
  readonly sessions: readonly ChatSession[];
  /** Of the session that is shown; empty when there is none. */
  readonly currentId: string;
  readonly settings: PlaygroundSettings;
}
