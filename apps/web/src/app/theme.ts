import type { ThemeConfig } from 'antd'

/** The look of design/README.md. Own CSS uses the custom properties of ui/tokens.css, which have the same values. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: '#0B6470', colorInfo: '#0B6470', colorLink: '#0B6470', colorSuccess: '#2B7A4B', colorWarning: '#9A5B00', colorError: '#BF2A1E',
    colorTextBase: '#1B1F20', colorBgBase: '#FFFFFF', fontFamily: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif',
    fontSize: 13, borderRadius: 4, sizeUnit: 4, sizeStep: 4, controlHeight: 32, lineWidth: 1,
    colorPrimaryHover: '#0E7683', colorPrimaryActive: '#084C55', colorLinkHover: '#0E7683', colorLinkActive: '#084C55', linkDecoration: 'none',
    colorText: '#1B1F20', colorTextHeading: '#1B1F20', colorTextSecondary: '#555B5C', colorTextLabel: '#555B5C', colorTextTertiary: '#666C6D',
    colorTextDescription: '#666C6D', colorIcon: '#666C6D', colorIconHover: '#1B1F20', colorTextPlaceholder: '#6F7576', colorTextQuaternary: '#A6ABAA', colorTextDisabled: '#A6ABAA',
    colorBorder: '#C2C7C3', colorBorderSecondary: '#E6E7E3', colorSplit: '#E6E7E3', colorBgLayout: '#F6F6F3', colorBgTextHover: '#F1F2EF', colorBgMask: 'rgba(24,32,33,.38)',
    colorFill: '#E2E4DF', colorFillSecondary: '#EDEEEA', colorFillTertiary: '#F3F4F1', colorFillQuaternary: '#FAFAF8', colorFillAlter: '#FAFAF8',
    controlItemBgHover: '#F5F6F3', controlItemBgActive: '#E7F0F0', controlItemBgActiveHover: '#DCEAEA', controlOutline: 'rgba(11,100,112,.18)', controlOutlineWidth: 2,
    colorErrorBg: '#FCF0EE', colorErrorBorder: '#F0CFCA', colorWarningBg: '#FBF3E4', colorSuccessBg: '#EAF4EE',
    fontSizeSM: 12, fontSizeLG: 14, fontSizeXL: 16, fontSizeHeading1: 28, fontSizeHeading2: 20, fontSizeHeading3: 16, fontSizeHeading4: 14, fontSizeHeading5: 13, fontWeightStrong: 600,
    lineHeight: 20 / 13, lineHeightSM: 1.5, lineHeightLG: 22 / 14, lineHeightHeading1: 36 / 28, lineHeightHeading2: 1.4, lineHeightHeading3: 1.5,
    borderRadiusXS: 2, borderRadiusSM: 3, borderRadiusLG: 6, controlHeightSM: 26, controlHeightLG: 40,
    boxShadow: '0 6px 20px rgba(24,32,33,.12)', boxShadowSecondary: '0 6px 20px rgba(24,32,33,.12)', boxShadowTertiary: 'none',
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', paddingInline: 12, fontWeight: 400, contentFontSize: 13, defaultColor: '#1B1F20', defaultBorderColor: '#C2C7C3', textHoverBg: '#F1F2EF', onlyIconSize: 14 },
    Table: {
      headerBg: '#FAFAF8', headerColor: '#555B5C', headerSplitColor: 'transparent', headerSortActiveBg: '#FAFAF8', headerSortHoverBg: '#F3F4F1', fixedHeaderSortActiveBg: '#FAFAF8',
      bodySortBg: '#FFFFFF', rowHoverBg: '#F5F6F3', rowSelectedBg: '#EDF5F5', rowSelectedHoverBg: '#E4EFEF', borderColor: '#E6E7E3', headerBorderRadius: 0,
      cellPaddingBlockSM: 6, cellPaddingInlineSM: 12, cellPaddingBlockMD: 8, cellPaddingInlineMD: 12, cellFontSizeSM: 13, cellFontSizeMD: 13, selectionColumnWidth: 40,
    },
    Tabs: { horizontalMargin: '0', horizontalItemPadding: '12px 0', horizontalItemGutter: 24, titleFontSize: 14, itemColor: '#555B5C', itemSelectedColor: '#1B1F20', itemHoverColor: '#0B6470', inkBarColor: '#0B6470', cardBg: 'transparent', cardGutter: 0 },
    Menu: {
      itemHeight: 32, itemBorderRadius: 4, itemMarginInline: 8, itemMarginBlock: 1, itemPaddingInline: 12, itemBg: 'transparent', itemColor: '#1B1F20', itemHoverBg: '#ECEDE9',
      itemSelectedBg: '#E0EBEB', itemActiveBg: '#E0EBEB', itemSelectedColor: '#0B6470', groupTitleColor: '#666C6D', groupTitleFontSize: 12, activeBarBorderWidth: 0,
    },
    Input: { paddingInline: 10, activeShadow: '0 0 0 2px rgba(11,100,112,.18)' },
    InputNumber: { paddingInline: 10 },
    DatePicker: { paddingInline: 10 },
    Select: { optionSelectedFontWeight: 600, optionHeight: 32, optionPadding: '6px 10px', multipleItemBg: '#EDEEEA' },
    Form: { itemMarginBottom: 16, labelColor: '#555B5C', labelFontSize: 13, verticalLabelPadding: '0 0 4px', labelRequiredMarkColor: '#BF2A1E' },
    Modal: { titleFontSize: 16, titleLineHeight: 1.5 },
    Tag: { defaultBg: '#F1F2EF', defaultColor: '#1B1F20' },
    Pagination: { itemSizeSM: 26, itemActiveBg: '#E7F0F0' },
    Progress: { defaultColor: '#0B6470', remainingColor: '#E9EBE7', lineBorderRadius: 2 },
    Segmented: { trackBg: '#EDEEEA', trackPadding: 2 },
    Breadcrumb: { separatorMargin: 6, lastItemColor: '#1B1F20', itemColor: '#0B6470', linkColor: '#0B6470' },
    Tooltip: { colorBgSpotlight: '#23292A' },
  },
}
