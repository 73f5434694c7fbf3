import { backup } from './zh/backup';
import { check_in } from './zh/check-in';
import { joining } from './zh/joining';
import { move_in } from './zh/move-in';
import { personal } from './zh/personal';
import { redemption } from './zh/redemption';
import { setting } from './zh/setting';
import { storage } from './zh/storage';
import { user } from './zh/user';

/** The texts of settings, users and codes, in Chinese. */
export const zh = { backup, check_in, joining, move_in, personal, redemption, setting, storage, user };
