import { type ChannelSave } from './channel';

/** The formats of callers that a preview can begin with. */
export const previewFormats = ['openai', 'anthropic', 'responses', 'gemini'] as const;
export type PreviewFormat = (typeof previewFormats)[number];

/** The form of a channel as it stands, and the call that would go to it. */
export interface ChannelPreviewRequest extends Partial<ChannelSave> {
  /** The saved channel whose key stands in for an empty one; absent for a new channel. */
  readonly id?: number;
  /** The caller's format; absent for OpenAI's. */
  readonly sample_format?: PreviewFormat;
  /** The caller's body as JSON text; absent for a small call with the usual settings. */
  readonly sample_body?: string;
}

/** The request that a provider would receive, with secrets masked. */
export interface ChannelPreview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty for a request without one. */
  readonly body: string;
}
