import { type Dictionary } from '../en';

export const hotkey: Dictionary['hotkey'] = {
  close: '关闭页面上方的窗口',
  everywhere: '全局',
  go: '前往页面',
  help: '显示键盘快捷键',
  hint: '{{text}}（{{key}}）',
  list: '列表',
  new: '新建',
  next_page: '列表下一页',
  previous_page: '列表上一页',
  reload: '重新加载列表',
  search: '定位到搜索框',
  title: '键盘快捷键',
  turn_off: '关闭单键快捷键',
  turn_on: '开启单键快捷键',
  turned_off: '此浏览器已关闭单键快捷键',
  turned_on: '此浏览器已开启单键快捷键',
};
