import { QRCode } from 'antd'

/** An address as a QR code of 200 px; its colours are not the theme's, as every camera reads black on white. */
export default function Qr({ address }: { address: string }) {
  return (
    <QRCode
      value={address}
      type="svg"
      size={200}
      bordered={false}
      color="#000"
      bgColor="#fff"
      aria-label="付款二维码"
    />
  )
}
