/**
 * The capabilities that a caller may use at an upstream. A new capability is one more word here and one more path in
 * its adapters.
 */
export type Endpoint =
  | 'chat'
  | 'completions'
  | 'edits'
  | 'embeddings'
  | 'moderations'
  | 'rerank'
  | 'imageGenerations'
  | 'imageEdits'
  | 'imageVariations'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'countTokens'
  | 'responsesCompact'
  | 'realtime';
