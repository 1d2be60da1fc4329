import { BarChart, PieChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts in use: all of ECharts is three times as large, and its tooltip alone 20 KB.
use([BarChart, PieChart, GridSimpleComponent, CanvasRenderer])

export { init }
