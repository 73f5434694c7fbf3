const loads = new Map<string, Promise<void>>();

/**
 * Loads a script of another site into the page, only once however often it is requested; a failed load can be repeated.
 * The script's site must be listed in the content policy of the server.
 *
 * @throws Error when the browser could not load it
 */
export function loadScript(url: string): Promise<void> {
  const known = loads.get(url);
  if (known) return known;
  const load = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loads.delete(url);
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    });
    document.head.append(script);
  });
  loads.set(url, load);
  return load;
}
