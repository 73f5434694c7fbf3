/** The payloads of a recorded SSE text, without the terminator; for fixtures only, which are small and whole. */
export function payloadsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => line.slice(5).trim())
    .filter(payload => payload !== '' && payload !== '[DONE]');
}
