/** Mails with a code or a link, in Korean. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': '페이지',
  'about.browser': '브라우저',
  'about.network': '네트워크',
  'about.time': '시간',

  'device.subject': '로그인 확인',
  'device.lead': '누군가 이 주소로 {origin}에 로그인하려고 합니다.',
  'device.open': '본인이라면 이 페이지를 여세요. 앱에 표시된 두 자리 숫자를 묻습니다.',
  'device.confirm': '로그인 확인하기',
  'device.life': '링크는 {minutes}분 안에 한 번만 쓸 수 있습니다.',
  'device.not-you':
    '본인이 아니라면 페이지를 열어 “본인이 아닙니다”를 선택하거나 아무것도 하지 마세요. 본인 없이는 아무 일도 일어나지 않습니다.',

  'code.subject': '로그인 코드',
  'code.lead': '이전에 사용한 기기에서 누군가 이 주소로 {origin}에 로그인합니다.',
  'code.type': '본인이라면 이 코드를 앱에 입력하세요:',
  'code.life': '코드는 {minutes}분 안에 한 번만 쓸 수 있습니다. 저희는 코드를 절대 묻지 않습니다.',
  'code.not-you': '본인이 아니라면 아무것도 하지 마세요. 코드 없이는 아무도 들어올 수 없습니다.',

  'step-up.subject': '지갑 변경 확인',
  'step-up.lead': '지갑을 보호하는 설정을 바꾸려고 합니다. 이 코드를 지갑 창에 입력하세요:',
  'step-up.not-you': '본인이 아니라면 아무것도 하지 말고, 지갑 설정에서 기기를 확인하세요.',

  'change-from.subject': '지갑 주소 변경',
  'change-from.lead': '누군가 지갑에 다른 이메일 주소를 사용하려고 합니다: {email}',
  'change-from.type': '본인이고 이 주소가 본인의 것이라면 이 코드를 앱에 입력하세요:',
  'change-from.life': '코드는 {minutes}분 안에 한 번만 쓸 수 있습니다.',
  'change-from.not-you': '본인이 아니라면 아무것도 하지 마세요. 코드 없이는 주소가 바뀌지 않습니다.',

  'change-to.subject': '새 주소 확인',
  'change-to.lead': '이 주소를 지갑에 사용하려고 합니다. 원한다면 이 코드를 앱에 입력하세요:',
  'change-to.life': '코드는 {minutes}분 안에 한 번만 쓸 수 있습니다. 본인이 아니라면 아무것도 하지 마세요.',

  'vault-enrol.subject': '지갑 금고 설정',
  'vault-enrol.lead': '지갑을 복구할 때 이 주소로 확인합니다. 원한다면 이 코드를 지갑 창에 입력하세요:',
  'vault-enrol.not-you': '본인이 아니라면 아무것도 하지 마세요.',
  'vault-open.subject': '지갑 금고 열기',
  'vault-open.lead':
    '누군가 지갑을 복구하거나 금고의 PIN을 바꾸려고 합니다. 본인이라면 이 코드를 지갑 창에 입력하세요:',
  'vault-open.not-you': '본인이 아니라면 누군가 계정에 들어왔을 수 있습니다. 코드를 아무에게도 주지 마세요.',
  'vault.life': '코드는 {minutes}분 안에 한 번만 쓸 수 있습니다. 저희는 코드도 PIN도 절대 묻지 않습니다.',
}
