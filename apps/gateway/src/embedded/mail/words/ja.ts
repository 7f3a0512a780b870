/** Mails with a code or a link, in Japanese. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'ページ',
  'about.browser': 'ブラウザ',
  'about.network': 'ネットワーク',
  'about.time': '時刻',

  'device.subject': 'サインインの確認',
  'device.lead': 'このアドレスで {origin} へのサインインが求められています。',
  'device.open': 'ご本人の場合は、このページを開いてください。アプリに表示された 2 桁の数字を入力します。',
  'device.confirm': 'サインインを確認する',
  'device.life': 'リンクは {minutes} 分以内に 1 回だけ使えます。',
  'device.not-you':
    'ご本人でない場合は、ページを開いて「自分ではありません」を選ぶか、何もしないでください。あなたなしでは何も起こりません。',

  'code.subject': 'サインインコード',
  'code.lead': '以前使用した端末で、このアドレスを使って {origin} にサインインしようとしています。',
  'code.type': 'ご本人の場合は、このコードをアプリに入力してください:',
  'code.life': 'コードは {minutes} 分以内に 1 回だけ使えます。私たちがコードを尋ねることはありません。',
  'code.not-you': 'ご本人でない場合は、何もしないでください。コードがなければ誰も入れません。',

  'step-up.subject': 'ウォレットの変更の確認',
  'step-up.lead':
    'ウォレットを守る設定を変更しようとしています。このコードをウォレットの画面に入力してください:',
  'step-up.not-you': 'ご本人でない場合は、何もせず、ウォレットの設定で端末を確認してください。',

  'change-from.subject': 'ウォレットのアドレスの変更',
  'change-from.lead': 'あなたのウォレットに別のメールアドレスを使うよう求められています: {email}',
  'change-from.type':
    'ご本人で、このアドレスがあなたのものである場合は、このコードをアプリに入力してください:',
  'change-from.life': 'コードは {minutes} 分以内に 1 回だけ使えます。',
  'change-from.not-you': 'ご本人でない場合は、何もしないでください。コードがなければアドレスは変わりません。',

  'change-to.subject': '新しいアドレスの確認',
  'change-to.lead': 'このアドレスをウォレットに使います。よろしければ、このコードをアプリに入力してください:',
  'change-to.life':
    'コードは {minutes} 分以内に 1 回だけ使えます。ご本人でない場合は、何もしないでください。',

  'vault-enrol.subject': 'ウォレットの保管庫の設定',
  'vault-enrol.lead':
    'ウォレットを復元するとき、このアドレスに確認します。よろしければ、このコードをウォレットの画面に入力してください:',
  'vault-enrol.not-you': 'ご本人でない場合は、何もしないでください。',
  'vault-open.subject': 'ウォレットの保管庫を開く',
  'vault-open.lead':
    'ウォレットの復元、または保管庫の PIN の変更が求められています。ご本人の場合は、このコードをウォレットの画面に入力してください:',
  'vault-open.not-you':
    'ご本人でない場合は、誰かがあなたのアカウントに入った可能性があります。コードを誰にも渡さないでください。',
  'vault.life':
    'コードは {minutes} 分以内に 1 回だけ使えます。私たちがコードや PIN を尋ねることはありません。',
}
