import { type Dictionary } from '../en';

export const saved_filter: Dictionary['saved_filter'] = {
  deleted: '已删除“{{name}}”',
  delete_question: '删除已保存的筛选“{{name}}”？',
  delete_one: '删除“{{name}}”',
  full: '每个列表最多保存 {{count, number}} 个筛选，请先删除一个。',
  manage: '重命名或删除…',
  manage_hint: '保存在此浏览器中，仅限您的账户。',
  manage_title: '已保存的筛选',
  menu: '已保存的筛选',
  name: '名称',
  name_missing: '请输入名称',
  name_of: '“{{name}}”的名称',
  name_taken: '已有同名的筛选',
  none: '尚未保存',
  replaces: '将替换此名称下已保存的筛选。',
  reset: '重置筛选',
  save: '保存当前筛选…',
  save_hint: '将列表当前的筛选条件以此名称保存在此浏览器中。',
  saved: '已保存为“{{name}}”',
};
