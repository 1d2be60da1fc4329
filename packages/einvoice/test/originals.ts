import { makeZip, type TestPart } from '../../xlsx/test/zip.ts'
import type { TestRun } from './pdf/make-pdf.ts'

/** A fully digital invoice in the structure of the official sample (财政部《电子凭证会计数据标准》), with invented names. */
export const eInvoice = () => `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<EInvoice>
  <Header>
    <EIid>26440000000000100001</EIid><EInvoiceTag>SWEI4400</EInvoiceTag><Version>0.2</Version>
    <InherentLabel>
      <InIssuType><LabelCode>Y</LabelCode><LabelName>是否蓝字发票标志</LabelName></InIssuType>
      <EInvoiceType><LabelCode>01</LabelCode><LabelName>电子发票</LabelName></EInvoiceType>
      <GeneralOrSpecialVAT><LabelCode>01</LabelCode><LabelName>增值税专用发票</LabelName></GeneralOrSpecialVAT>
      <TaxpayerType><LabelCode>1</LabelCode><LabelName>一般纳税人</LabelName></TaxpayerType>
    </InherentLabel>
    <UndefinedLabel><Label><LabelType>发票开具方式标签</LabelType><LabelCode>1</LabelCode><LabelName>网页开票</LabelName></Label></UndefinedLabel>
  </Header>
  <EInvoiceData>
    <SellerInformation><SellerIdNum>91440000000000000X</SellerIdNum><SellerName>示例器材（广州）有限公司</SellerName><SellerAddr/></SellerInformation>
    <BuyerInformation><BuyerIdNum>91440000000000001Y</BuyerIdNum><BuyerName>示例影视有限公司</BuyerName><BuyerAddr></BuyerAddr></BuyerInformation>
    <BasicInformation>
      <TotalAmWithoutTax>2.00</TotalAmWithoutTax><TotalTaxAm>0.12</TotalTaxAm><TotalTax-includedAmount>2.12</TotalTax-includedAmount>
      <TotalTax-includedAmountInChinese>贰圆壹角贰分</TotalTax-includedAmountInChinese><Drawer>示例</Drawer><RequestTime>2026-02-22</RequestTime>
    </BasicInformation>
    <IssuItemInformation>
      <ItemName>*人力资源服务*劳务</ItemName><SpecMod/><MeaUnits/><Quantity>2</Quantity><UnPrice>1</UnPrice><Amount>2.00</Amount>
      <TaxRate>0.060000</TaxRate><ComTaxAm>0.120000</ComTaxAm><TotaltaxIncludedAmount>2.120000</TotaltaxIncludedAmount>
    </IssuItemInformation>
    <SpecificInformation/><AdditionalInformation><Remark>备注</Remark></AdditionalInformation>
  </EInvoiceData>
  <TaxSupervisionInfo>
    <InvoiceNumber>26440000000000100001</InvoiceNumber><IssueTime>2026-02-23 10:08:05</IssueTime><TaxBureauCode>14400000000</TaxBureauCode>
  </TaxSupervisionInfo>
  <TaxBureauSignature><SignatureAlgorithm>1.2.156.10197.1.501</SignatureAlgorithm><SignatureValue/></TaxBureauSignature>
</EInvoice>
`

const ticket = (prefix: string, values: Readonly<Record<string, string>>) =>
  `<?xml version="1.0" encoding="utf-8"?><xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:${prefix}="http://xbrl.mof.gov.cn/taxonomy/2021-11-30/${prefix}">
<context id="c"><entity><identifier scheme="http://xbrl.mof.gov.cn">1</identifier></entity><period><instant>2026-08-21</instant></period></context>
${Object.entries(values)
  .map(([name, value]) => `<${prefix}:${name} contextRef="c">${value}</${prefix}:${name}>`)
  .join('\n')}</xbrl>`

/** The data of a railway ticket in the names of 财政部《电子凭证会计数据标准》. */
export const railXml = (number: string) =>
  ticket('rai', {
    TypeOfVoucher: '电子发票（铁路电子客票）',
    ElectronicInvoiceRailwayETicketNumber: number,
    DateOfIssue: '2026-08-21',
    TravelDate: '2026-08-18',
    ETicketNumber: '3913262100042300000000001',
    Fare: '72.00',
    TotalAmountExcludingTax: '66.06',
    TaxRate: '0.09',
    TaxAmount: '5.94',
    NameOfPurchaser: '星河（北京）影视有限公司',
    UnifiedSocialCreditCodeOfPurchaser: '91110105MA01JH69XW',
  })

/** The data of an air ticket; its total also has what is not taxed. */
export const airXml = (number: string) =>
  ticket('atr', {
    ElectronicInvoiceAirTransportReceiptNumber: number,
    IssueDate: '2026-04-23',
    Fare: '800.00',
    FuelSurcharge: '36.70',
    VatRate: '0.09',
    VatTaxAmount: '75.30',
    CivilAviationDevelopmentFund: '50.00',
    TotalAmount: '962.00',
    NameOfSeller: '某某航空有限公司',
    IssueParty: '某某航空服务有限公司',
    NameOfPurchaser: '星河（北京）影视有限公司',
    UnifiedSocialCreditCodeOfPurchaser: '91110105MA01JH69XW',
  })

/** A bill of the treasury (财政电子票据), whose root has the name of an invoice's. */
export const treasuryXml = () => `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><EInvoiceTag>CZ-EI</EInvoiceTag><EInvoiceID>11010126-0000000001-ab12cd</EInvoiceID><Version>1.0</Version></Header>
<EInvoiceData><Main><EInvoiceName>北京市非税收入统一票据（电子）</EInvoiceName><EInvoiceCode>11010126</EInvoiceCode><EInvoiceNumber>0000000001</EInvoiceNumber>
<RandomNumber>ab12cd</RandomNumber><TotalAmount>500.00</TotalAmount><IssueDate>20260305</IssueDate><IssueTime>10:11:12</IssueTime>
<InvoicingParty><InvoicingPartyCode>12110000000000000A</InvoicingPartyCode><InvoicingPartyName>某某场馆管理处</InvoicingPartyName></InvoicingParty>
<PayerParty><PayerPartyName>星河（北京）影视有限公司</PayerPartyName></PayerParty></Main>
<Details><Item><ItemName>场租</ItemName><ItemAmount>500.00</ItemAmount></Item></Details></EInvoiceData></EInvoice>`

/** What issuing programs write into OFD.xml. */
export const CUSTOM_DATA: Readonly<Record<string, string>> = {
  'native-producer': 'SuwellFormSDK',
  发票号码: '25422000000003570205',
  合计税额: '2.61',
  合计金额: '261.39',
  开票日期: '2025年01月06日',
  购买方纳税人识别号: '91110302MA01NP925M',
  销售方纳税人识别号: '92420100MA4JMP6D4P',
}

/** OFD.xml with the custom data. */
export const ofdRoot = (
  data: Readonly<Record<string, string>> = CUSTOM_DATA,
) => `<?xml version="1.0" encoding="UTF-8"?>
<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" DocType="OFD" Version="1.0"><ofd:DocBody><ofd:DocInfo><ofd:DocID>2195d5df</ofd:DocID>
<ofd:CustomDatas>${Object.entries(data)
  .map(([name, value]) => `<ofd:CustomData Name="${name}">${value}</ofd:CustomData>`)
  .join(
    '',
  )}</ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`

/** The texts of a page of 600 × 400 points as an OFD draws them, in millimetres; `matrix`: each in points, with a matrix of its own. */
export const ofdPage = (runs: readonly TestRun[], matrix = false): string => {
  const mm = (points: number) => Math.round(points * 35_277.8) / 100_000
  const texts = runs.map(({ x, y, text, size = 9 }, index) => {
    const top = 400 - y - size
    const box = `${mm(x)} ${mm(top)} ${mm(500)} ${mm(2 * size)}`
    const unit = matrix ? (points: number) => points : mm
    const steps = [...text].slice(1).map((_, at) => unit(text[at]! < '\u0100' ? size / 2 : size))
    const own = `${matrix ? `CTM="${mm(1)} 0 0 ${mm(1)} 0 0" ` : ''}Size="${unit(size)}"`
    return `<ofd:TextObject ID="${index}" ${own} Boundary="${box}"><ofd:TextCode X="0" Y="${unit(size)}" DeltaX="${steps.join(' ')}">${text.replaceAll('<', '&lt;')}</ofd:TextCode></ofd:TextObject>`
  })
  return `<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"><ofd:Content><ofd:Layer>${texts.join('')}</ofd:Layer></ofd:Content></ofd:Page>`
}

/** An OFD: its root, and the parts that a reader of fields does not need, as they are in real ones. */
export const makeOfd = (root = ofdRoot(), more: TestPart[] = []): Buffer =>
  makeZip([
    { name: 'OFD.xml', data: root },
    { name: 'Doc_0/Document.xml', data: '<ofd:Document xmlns:ofd="http://www.ofdspec.org/2016"/>' },
    { name: 'Doc_0/Pages/Page_0/Content.xml', data: '<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"/>' },
    ...more,
  ])
