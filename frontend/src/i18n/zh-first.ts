import { auth } from './zh/auth';
import { common } from './zh/common';
import { home } from './zh/home';
import { hotkey } from './zh/hotkey';
import { palette } from './zh/palette';
import { shell } from './zh/shell';

/** The Chinese texts of a first visit. */
export const zh = { auth, common, home, hotkey, palette, shell };
