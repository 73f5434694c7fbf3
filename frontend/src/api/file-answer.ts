/** What a call answered that hands over a file. */
export class FileAnswer {
  constructor(readonly file: Blob) {}
}

/** For calls that answer with a file: the file, or the envelope that says why there is none. */
export async function readFileAnswer(response: Response): Promise<unknown> {
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
  return isFile ? new FileAnswer(await response.blob()) : response.json();
}
