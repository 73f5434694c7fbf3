/** Saves a text or a file on the user's computer. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
