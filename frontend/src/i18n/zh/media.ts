import { type Dictionary } from '../en';

export const media: Dictionary['media'] = {
  address_copied: '地址已复制',
  broken: '无法加载此内容',
  broken_hint: '文件可能已被删除，或其地址已过期。',
  copy_address: '复制地址',
  download: '下载',
  fit: '适应窗口',
  fitted: '已适应窗口',
  open: '在新标签页中打开',
  image: '图片 {{number}}',
  unsafe: '地址不可用',
  video: '视频 {{number}}',
  zoom_in: '放大',
  zoom_out: '缩小',
};
