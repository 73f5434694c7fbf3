import { type Dictionary } from '../en';

export const monitor: Dictionary['monitor'] = {
  fault_missing: '未配置链接',
  fault_off: '服务监控未启用，请联系管理员',
  fault_wrong: '链接配置错误',
  title: '服务监控',
};
