import { LogType, type LogEntry } from '@contracts';
import { tokensPerSecond } from './token-speed';

const call = { type: LogType.Consume, completion_tokens: 90, duration_ms: 2000, is_stream: true, other: '{"frt":500}' };

function speedOf(changes: Partial<LogEntry>): number | null {
  return tokensPerSecond({ ...call, ...changes } as LogEntry); // the other fields do not matter
}

describe('the speed of a response', () => {
  it('counts from the first token of a stream', () => expect(speedOf({})).toBe(60));
  it('counts the whole time of a response in one piece', () => expect(speedOf({ is_stream: false })).toBe(45));
  it('is unknown without tokens, for failed calls, and where everything came at once', () => {
    expect(speedOf({ completion_tokens: 0 })).toBeNull();
    expect(speedOf({ type: LogType.Error })).toBeNull();
    expect(speedOf({ duration_ms: 520 })).toBeNull();
  });
});
