/** Mails with a code or a link, in Turkish. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Sayfa',
  'about.browser': 'Tarayıcı',
  'about.network': 'Ağ',
  'about.time': 'Saat',

  'device.subject': 'Girişini onayla',
  'device.lead': 'Biri bu adresle {origin} sitesinde giriş yapmak istiyor.',
  'device.open': 'Sensen bu sayfayı aç. Uygulamanın gösterdiği iki rakamı sorar.',
  'device.confirm': 'Girişi onayla',
  'device.life': 'Bağlantı bir kez, {minutes} dakika içinde çalışır.',
  'device.not-you':
    'Sen değilsen sayfayı açıp “Ben değildim” seçeneğini seç ya da hiçbir şey yapma: sensiz hiçbir şey olmaz.',

  'code.subject': 'Giriş kodun',
  'code.lead': 'Biri, daha önce kullandığın bir cihazda, bu adresle {origin} sitesinde giriş yapıyor.',
  'code.type': 'Sensen bu kodu uygulamaya yaz:',
  'code.life': 'Kod bir kez, {minutes} dakika içinde çalışır. Hiçbirimiz senden bu kodu istemez.',
  'code.not-you': 'Sen değilsen hiçbir şey yapma: kod olmadan kimse giremez.',

  'step-up.subject': 'Cüzdanındaki bir değişikliği onayla',
  'step-up.lead': 'Cüzdanını koruyan bir şeyi değiştirmek üzeresin. Bu kodu cüzdanın penceresine yaz:',
  'step-up.not-you': 'Sen değilsen hiçbir şey yapma ve cüzdan ayarlarındaki cihazlara bak.',

  'change-from.subject': 'Cüzdanının adresini değiştir',
  'change-from.lead': 'Biri cüzdanın için başka bir e-posta adresi kullanmak istiyor: {email}',
  'change-from.type': 'Sensen ve bu adres seninse bu kodu uygulamaya yaz:',
  'change-from.life': 'Kod bir kez, {minutes} dakika içinde çalışır.',
  'change-from.not-you': 'Sen değilsen hiçbir şey yapma: kod olmadan adres olduğu gibi kalır.',

  'change-to.subject': 'Yeni adresini onayla',
  'change-to.lead': 'Bu adres bir cüzdan için kullanılacak. Bunu istiyorsan bu kodu uygulamaya yaz:',
  'change-to.life': 'Kod bir kez, {minutes} dakika içinde çalışır. Sen değilsen hiçbir şey yapma.',

  'vault-enrol.subject': 'Cüzdanının kasasını kur',
  'vault-enrol.lead':
    'Bir cüzdan kurtarılırken bu adrese sorulacak. Bunu istiyorsan bu kodu cüzdanın penceresine yaz:',
  'vault-enrol.not-you': 'Sen değilsen hiçbir şey yapma.',
  'vault-open.subject': 'Cüzdanının kasasını aç',
  'vault-open.lead':
    'Biri cüzdanını kurtarmak ya da kasasının PIN’ini değiştirmek istiyor. Sensen bu kodu cüzdanın penceresine yaz:',
  'vault-open.not-you': 'Sen değilsen biri hesabına girmiş olabilir: kodu kimseye verme.',
  'vault.life':
    'Kod bir kez, {minutes} dakika içinde çalışır. Hiçbirimiz senden bu kodu ya da PIN’ini istemez.',
}
