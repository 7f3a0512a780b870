/** Mails with a code or a link, in Spanish. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Página',
  'about.browser': 'Navegador',
  'about.network': 'Red',
  'about.time': 'Hora',

  'device.subject': 'Confirma tu inicio de sesión',
  'device.lead': 'Alguien pide iniciar sesión en {origin} con esta dirección.',
  'device.open': 'Si fuiste tú, abre esta página. Te pedirá los dos dígitos que muestra la app.',
  'device.confirm': 'Confirmar el inicio de sesión',
  'device.life': 'El enlace funciona una vez, durante {minutes} minutos.',
  'device.not-you':
    'Si no fuiste tú, abre la página y elige «No fui yo», o no hagas nada: sin ti no pasa nada.',

  'code.subject': 'Tu código de inicio de sesión',
  'code.lead': 'Alguien inicia sesión en {origin} con esta dirección, en un dispositivo que ya usaste.',
  'code.type': 'Si fuiste tú, escribe este código en la app:',
  'code.life': 'El código funciona una vez, durante {minutes} minutos. Nunca te lo pediremos.',
  'code.not-you': 'Si no fuiste tú, no hagas nada: sin el código nadie entra.',

  'step-up.subject': 'Confirma un cambio en tu wallet',
  'step-up.lead':
    'Estás a punto de cambiar algo que protege tu wallet. Escribe este código en la ventana de la wallet:',
  'step-up.not-you': 'Si no fuiste tú, no hagas nada y revisa los dispositivos en los ajustes de tu wallet.',

  'change-from.subject': 'Cambiar la dirección de tu wallet',
  'change-from.lead': 'Alguien pide usar otra dirección de correo para tu wallet: {email}',
  'change-from.type': 'Si fuiste tú y esta dirección es tuya, escribe este código en la app:',
  'change-from.life': 'El código funciona una vez, durante {minutes} minutos.',
  'change-from.not-you': 'Si no fuiste tú, no hagas nada: sin el código la dirección sigue igual.',

  'change-to.subject': 'Confirma tu nueva dirección',
  'change-to.lead':
    'Esta dirección se va a usar para una wallet. Si es lo que quieres, escribe este código en la app:',
  'change-to.life': 'El código funciona una vez, durante {minutes} minutos. Si no fuiste tú, no hagas nada.',

  'vault-enrol.subject': 'Configura la bóveda de tu wallet',
  'vault-enrol.lead':
    'A esta dirección se le preguntará cuando se recupere una wallet. Si es lo que quieres, escribe este código en la ventana de la wallet:',
  'vault-enrol.not-you': 'Si no fuiste tú, no hagas nada.',
  'vault-open.subject': 'Abre la bóveda de tu wallet',
  'vault-open.lead':
    'Alguien pide recuperar tu wallet o cambiar el PIN de su bóveda. Si fuiste tú, escribe este código en la ventana de la wallet:',
  'vault-open.not-you':
    'Si no fuiste tú, puede que alguien haya entrado en tu cuenta: no des el código a nadie.',
  'vault.life':
    'El código funciona una vez, durante {minutes} minutos. Nunca te lo pediremos, ni tampoco tu PIN.',
}
