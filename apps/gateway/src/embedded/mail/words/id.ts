/** Mails with a code or a link, in Indonesian. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Halaman',
  'about.browser': 'Peramban',
  'about.network': 'Jaringan',
  'about.time': 'Waktu',

  'device.subject': 'Konfirmasi proses masuk Anda',
  'device.lead': 'Seseorang meminta masuk di {origin} dengan alamat ini.',
  'device.open': 'Jika itu Anda, buka halaman ini. Halaman itu meminta dua angka yang ditampilkan aplikasi.',
  'device.confirm': 'Konfirmasi proses masuk',
  'device.life': 'Tautan ini berlaku sekali, dalam {minutes} menit.',
  'device.not-you':
    'Jika itu bukan Anda, buka halaman dan pilih “Itu bukan saya”, atau jangan lakukan apa pun: tanpa Anda, tidak ada yang terjadi.',

  'code.subject': 'Kode masuk Anda',
  'code.lead': 'Seseorang masuk di {origin} dengan alamat ini, di perangkat yang pernah Anda pakai.',
  'code.type': 'Jika itu Anda, ketik kode ini di aplikasi:',
  'code.life': 'Kode ini berlaku sekali, dalam {minutes} menit. Kami tidak pernah memintanya dari Anda.',
  'code.not-you': 'Jika itu bukan Anda, jangan lakukan apa pun: tanpa kode, tidak ada yang bisa masuk.',

  'step-up.subject': 'Konfirmasi perubahan pada dompet Anda',
  'step-up.lead': 'Anda akan mengubah sesuatu yang melindungi dompet Anda. Ketik kode ini di jendela dompet:',
  'step-up.not-you':
    'Jika itu bukan Anda, jangan lakukan apa pun, dan periksa perangkat di pengaturan dompet Anda.',

  'change-from.subject': 'Ubah alamat dompet Anda',
  'change-from.lead': 'Seseorang meminta memakai alamat email lain untuk dompet Anda: {email}',
  'change-from.type': 'Jika itu Anda dan alamat ini milik Anda, ketik kode ini di aplikasi:',
  'change-from.life': 'Kode ini berlaku sekali, dalam {minutes} menit.',
  'change-from.not-you':
    'Jika itu bukan Anda, jangan lakukan apa pun: tanpa kode, alamat tetap seperti semula.',

  'change-to.subject': 'Konfirmasi alamat baru Anda',
  'change-to.lead':
    'Alamat ini akan dipakai untuk sebuah dompet. Jika Anda menginginkannya, ketik kode ini di aplikasi:',
  'change-to.life':
    'Kode ini berlaku sekali, dalam {minutes} menit. Jika itu bukan Anda, jangan lakukan apa pun.',

  'vault-enrol.subject': 'Siapkan brankas dompet Anda',
  'vault-enrol.lead':
    'Alamat ini akan ditanya saat sebuah dompet dipulihkan. Jika Anda menginginkannya, ketik kode ini di jendela dompet:',
  'vault-enrol.not-you': 'Jika itu bukan Anda, jangan lakukan apa pun.',
  'vault-open.subject': 'Buka brankas dompet Anda',
  'vault-open.lead':
    'Seseorang meminta memulihkan dompet Anda, atau mengubah PIN brankasnya. Jika itu Anda, ketik kode ini di jendela dompet:',
  'vault-open.not-you':
    'Jika itu bukan Anda, mungkin seseorang telah masuk ke akun Anda: jangan berikan kode ini kepada siapa pun.',
  'vault.life':
    'Kode ini berlaku sekali, dalam {minutes} menit. Kami tidak pernah memintanya dari Anda, begitu pula PIN Anda.',
}
