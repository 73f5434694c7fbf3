import { isJsonObject } from '@contracts';

/** One button that the bot offers below an image. */
interface ImageTaskButton {
  readonly key: string;
  readonly label: string;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the upstream's text is no JSON, so it has no parts to show
  }
}

/** The buttons as the upstream reported them, `[{customId, emoji, label}]`; invalid entries are left out. */
export function readButtons(text: string): readonly ImageTaskButton[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).flatMap((button, index) => {
    const label = [textOf(button.emoji), textOf(button.label)].filter(part => part !== '').join(' ');
    return label === '' ? [] : [{ key: `${textOf(button.customId)}#${index}`, label }];
  });
}

/**
 * Further prompt texts of a row: the upstream's versions of the prompt, and the rest as JSON; each is empty when
 * missing.
 */
interface ImageTaskWords {
  /** The final prompt; for descriptions and shortened prompts this is the result. */
  readonly final: string;
  readonly finalChinese: string;
  readonly rest: string;
}

/** Splits the properties of a row; a text that is no JSON object is shown unchanged. */
export function readWords(text: string): ImageTaskWords {
  const value = parsed(text);
  if (!isJsonObject(value)) return { final: '', finalChinese: '', rest: text.trim() === 'null' ? '' : text.trim() };
  const { finalPrompt, finalZhPrompt, ...others } = value;
  const rest = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  return { final: textOf(finalPrompt), finalChinese: textOf(finalZhPrompt), rest };
}
