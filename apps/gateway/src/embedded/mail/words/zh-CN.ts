/** Mails with a code or a link, in Chinese. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': '网页',
  'about.browser': '浏览器',
  'about.network': '网络',
  'about.time': '时间',

  'device.subject': '确认登录',
  'device.lead': '有人请求使用此地址登录 {origin}。',
  'device.open': '如果是你本人，请打开此页面。页面会询问应用显示的两位数字。',
  'device.confirm': '确认登录',
  'device.life': '此链接在 {minutes} 分钟内可使用一次。',
  'device.not-you': '如果不是你本人，请打开页面并选择“不是我本人”，或不做任何操作：没有你，什么都不会发生。',

  'code.subject': '你的登录验证码',
  'code.lead': '有人正在你用过的设备上使用此地址登录 {origin}。',
  'code.type': '如果是你本人，请在应用中输入此验证码：',
  'code.life': '此验证码在 {minutes} 分钟内可使用一次。我们绝不会向你索要它。',
  'code.not-you': '如果不是你本人，请不要做任何操作：没有验证码，谁也无法登录。',

  'step-up.subject': '确认对钱包的更改',
  'step-up.lead': '你即将更改保护钱包的设置。请在钱包窗口中输入此验证码：',
  'step-up.not-you': '如果不是你本人，请不要做任何操作，并查看钱包设置中的设备。',

  'change-from.subject': '更改钱包的邮箱地址',
  'change-from.lead': '有人请求为你的钱包使用另一个邮箱地址：{email}',
  'change-from.type': '如果是你本人，且此地址属于你，请在应用中输入此验证码：',
  'change-from.life': '此验证码在 {minutes} 分钟内可使用一次。',
  'change-from.not-you': '如果不是你本人，请不要做任何操作：没有验证码，地址保持不变。',

  'change-to.subject': '确认你的新地址',
  'change-to.lead': '此地址将用于一个钱包。如果你同意，请在应用中输入此验证码：',
  'change-to.life': '此验证码在 {minutes} 分钟内可使用一次。如果不是你本人，请不要做任何操作。',

  'vault-enrol.subject': '设置钱包的保险库',
  'vault-enrol.lead': '恢复钱包时会向此地址确认。如果你同意，请在钱包窗口中输入此验证码：',
  'vault-enrol.not-you': '如果不是你本人，请不要做任何操作。',
  'vault-open.subject': '打开钱包的保险库',
  'vault-open.lead': '有人请求恢复你的钱包，或更改其保险库的 PIN。如果是你本人，请在钱包窗口中输入此验证码：',
  'vault-open.not-you': '如果不是你本人，可能有人进入了你的账户：不要把验证码告诉任何人。',
  'vault.life': '此验证码在 {minutes} 分钟内可使用一次。我们绝不会向你索要它或你的 PIN。',
}
