/** The payloads of a recorded SSE text, without the end mark; for fixtures only, which are small and complete. */
export function payloadsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => line.slice(5).trim())
    .filter(payload => payload !== '' && payload !== '[DONE]');
}
