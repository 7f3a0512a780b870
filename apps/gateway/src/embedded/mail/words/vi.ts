/** Mails with a code or a link, in Vietnamese. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Trang',
  'about.browser': 'Trình duyệt',
  'about.network': 'Mạng',
  'about.time': 'Thời gian',

  'device.subject': 'Xác nhận đăng nhập của bạn',
  'device.lead': 'Có người muốn đăng nhập tại {origin} bằng địa chỉ này.',
  'device.open': 'Nếu là bạn, hãy mở trang này. Trang sẽ hỏi hai chữ số mà ứng dụng hiển thị.',
  'device.confirm': 'Xác nhận đăng nhập',
  'device.life': 'Liên kết dùng được một lần, trong {minutes} phút.',
  'device.not-you':
    'Nếu không phải bạn, hãy mở trang và chọn “Không phải tôi”, hoặc không làm gì: không có bạn thì không có gì xảy ra.',

  'code.subject': 'Mã đăng nhập của bạn',
  'code.lead': 'Có người đăng nhập tại {origin} bằng địa chỉ này, trên một thiết bị bạn từng dùng.',
  'code.type': 'Nếu là bạn, hãy nhập mã này vào ứng dụng:',
  'code.life': 'Mã dùng được một lần, trong {minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này.',
  'code.not-you': 'Nếu không phải bạn, đừng làm gì: không có mã thì không ai vào được.',

  'step-up.subject': 'Xác nhận thay đổi cho ví của bạn',
  'step-up.lead': 'Bạn sắp thay đổi một điều bảo vệ ví của bạn. Hãy nhập mã này vào cửa sổ của ví:',
  'step-up.not-you': 'Nếu không phải bạn, đừng làm gì, và hãy xem các thiết bị trong phần cài đặt của ví.',

  'change-from.subject': 'Đổi địa chỉ của ví',
  'change-from.lead': 'Có người muốn dùng địa chỉ email khác cho ví của bạn: {email}',
  'change-from.type': 'Nếu là bạn và địa chỉ này là của bạn, hãy nhập mã này vào ứng dụng:',
  'change-from.life': 'Mã dùng được một lần, trong {minutes} phút.',
  'change-from.not-you': 'Nếu không phải bạn, đừng làm gì: không có mã thì địa chỉ vẫn giữ nguyên.',

  'change-to.subject': 'Xác nhận địa chỉ mới của bạn',
  'change-to.lead': 'Địa chỉ này sẽ được dùng cho một ví. Nếu bạn muốn vậy, hãy nhập mã này vào ứng dụng:',
  'change-to.life': 'Mã dùng được một lần, trong {minutes} phút. Nếu không phải bạn, đừng làm gì.',

  'vault-enrol.subject': 'Thiết lập kho bảo vệ của ví',
  'vault-enrol.lead':
    'Địa chỉ này sẽ được hỏi khi khôi phục một ví. Nếu bạn muốn vậy, hãy nhập mã này vào cửa sổ của ví:',
  'vault-enrol.not-you': 'Nếu không phải bạn, đừng làm gì.',
  'vault-open.subject': 'Mở kho bảo vệ của ví',
  'vault-open.lead':
    'Có người muốn khôi phục ví của bạn, hoặc đổi mã PIN của kho. Nếu là bạn, hãy nhập mã này vào cửa sổ của ví:',
  'vault-open.not-you':
    'Nếu không phải bạn, có thể ai đó đã vào tài khoản của bạn: đừng đưa mã cho bất kỳ ai.',
  'vault.life':
    'Mã dùng được một lần, trong {minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này hay mã PIN của bạn.',
}
