import { type StreamFrame, type JsonObject, asList, isJsonObject, parseJson } from '@formats';
import { type ReframeReading } from '../../contract/upstream';

/**
 * Passes a stream of chat chunks without the provider's additions. The first chunk, which has no choice and only
 * reports the filter of the prompt, is left out; a choice that only reports a filter gets an empty delta. Chunks name
 * the requested model.
 *
 * @param model the name the caller used
 */
export function withoutFilterChunks(model: string): ReframeReading {
  return { kind: 'reframe', framing: 'sse', unwrap: frame => unwrap(frame, model) };
}

function unwrap(frame: StreamFrame, model: string): StreamFrame | null {
  const chunk = frame.data.startsWith('{') ? parseJson(frame.data) : undefined;
  if (!isJsonObject(chunk) || !Array.isArray(chunk.choices)) return frame;
  const choices = asList(chunk.choices);
  if (choices.length === 0 && !isJsonObject(chunk.usage)) return null;
  const whole = choices.map(choice => (isJsonObject(choice) ? withDelta(choice) : choice));
  return { ...frame, data: JSON.stringify({ ...chunk, model, choices: whole }) };
}

function withDelta(choice: JsonObject): JsonObject {
  return isJsonObject(choice.delta) ? choice : { finish_reason: null, ...choice, delta: {} };
}
