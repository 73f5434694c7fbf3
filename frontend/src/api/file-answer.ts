/** The result of a call that returns a file. */
export class FileAnswer {
  constructor(readonly file: Blob) {}
}

/**
 * Reads the response of a call that returns a file: gives the file, or the envelope that explains why there is none.
 */
export async function readFileAnswer(response: Response): Promise<unknown> {
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
  return isFile ? new FileAnswer(await response.blob()) : response.json();
}
