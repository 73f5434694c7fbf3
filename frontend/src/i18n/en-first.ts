import { auth } from './en/auth';
import { common } from './en/common';
import { home } from './en/home';
import { hotkey } from './en/hotkey';
import { palette } from './en/palette';
import { shell } from './en/shell';

/** The texts of a first visit, which are loaded before anything is visible; all others come with the first page that needs more. */
export const en = { auth, common, home, hotkey, palette, shell };
