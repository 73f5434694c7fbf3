import { backup } from './en/backup';
import { check_in } from './en/check-in';
import { joining } from './en/joining';
import { move_in } from './en/move-in';
import { personal } from './en/personal';
import { redemption } from './en/redemption';
import { setting } from './en/setting';
import { storage } from './en/storage';
import { user } from './en/user';

/** The texts of settings, users and codes. */
export const en = { backup, check_in, joining, move_in, personal, redemption, setting, storage, user };
