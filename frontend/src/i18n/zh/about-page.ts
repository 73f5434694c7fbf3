import { type Dictionary } from '../en';

export const about_page: Dictionary['about_page'] = {
  empty: '管理员尚未填写内容。',
};
